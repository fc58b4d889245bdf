// Messages on a phone: switched on by a tap, shown by the script in the background, switched off again. No browser of the tests reaches a
// push service: the page is given an address as though there were one, and what it would bring comes by the developer's tools.
import { test, expect, enter } from './club.js';
import { LAUNCH } from './playwright.config.js';
import { signsUp } from './joining.js';

// The shell has no notifications.
test.use({ launchOptions: { ...LAUNCH, executablePath: '/usr/bin/chromium' } });

// A browser's keys: the example of RFC 8291.
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('messages on a phone, from switching on to the page that one opens', async ({ browserOf }) => {
  const phone = await signsUp((who, options) => browserOf(who, { ...options, width: 390 }), 'Ottilie Penhaligon');
  await phone.addInitScript((keys) => {
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => ({
      toJSON: () => ({
        endpoint: `https://push.invalid/${userVisibleOnly}/${applicationServerKey.length}`, expirationTime: null, keys,
      }),
    });
  }, KEYS);
  await enter(phone, 'Me');
  await phone.getByRole('navigation', { name: 'My pages' }).getByRole('link', { name: 'Notifications' }).click();
  const block = phone.getByRole('region', { name: 'Messages on this phone or computer' });
  const on = block.getByRole('button', { name: 'Switch on here' });

  // A browser that does not allow it says what to do.
  await phone.evaluate(() => { Notification.requestPermission = async () => 'denied'; });
  await on.click();
  await expect(block.getByRole('alert')).toContainText('did not allow it');
  await phone.context().grantPermissions(['notifications']);
  await phone.reload();
  await expect(block.getByRole('alert')).toBeHidden();
  await block.getByLabel('What do you call it?').fill('The blue phone');
  await on.click();
  await expect(block.getByRole('listitem')).toContainText('The blue phone this device');
  await block.getByRole('button', { name: 'Send a test: The blue phone' }).click();
  await expect(phone.getByText('A test is on its way.')).toBeVisible();

  // What the push service brings is shown, with its words; a later message about the same takes its place.
  const devtools = await phone.context().newCDPSession(phone);
  const registered = new Promise((told) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/me/'));
      if (own) told(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const brings = (title) => devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(phone.url()).origin,
    registrationId,
    data: JSON.stringify({ title, body: 'Against Ben', place: '/sessions', thing: 'session:1' }),
  });
  const shown = () => phone.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/me/');
    const notices = await registration.getNotifications();
    return notices.map(({ title, body, data, tag }) => ({ title, body, data, tag }));
  });
  // What comes before the worker is there is lost.
  await phone.evaluate(async () => { await navigator.serviceWorker.ready; });
  await brings('Board 3');
  await brings('Board 4');
  const last = { title: 'Board 4', body: 'Against Ben', data: '/sessions', tag: 'session:1' };
  await expect.poll(shown).toEqual([last]);

  // A tap opens the page that it is about, and takes it away.
  const background = phone.context().serviceWorkers().find((worker) => worker.url().endsWith('/me/worker.js'));
  const opened = await background.evaluate(async () => {
    const [notification] = await registration.getNotifications();
    const place = new Promise((told) => { clients.openWindow = async (address) => told(String(address)); });
    // An event of the story's own holds no worker awake, as the handler asks it to.
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    return place;
  });
  expect(new URL(opened).pathname).toBe('/sessions');
  await expect.poll(shown).toEqual([]);

  await block.getByRole('button', { name: 'Switch off: The blue phone' }).click();
  await expect(phone.getByText('That device shows nothing more.')).toBeVisible();
  await expect(block.getByRole('listitem')).toHaveCount(0);
});
