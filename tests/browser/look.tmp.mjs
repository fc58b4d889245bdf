import { chromium } from '@playwright/test';
const base='http://localhost:8191';
const browser = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu'] });
async function ctx(handle, width=1280, theme='light'){ const c=await browser.newContext({baseURL:base, viewport:{width,height:900}, colorScheme:theme, locale:'en-GB'}); const p=await c.newPage();
 p.on('console',m=>console.log('console',m.type(),m.text(),page_url(p))); p.on('pageerror',e=>console.log('ERR',e.message));
 if(handle){ await p.goto('/sign-in'); await p.locator('#login').fill(handle); await p.locator('#password').fill('a quiet move wins'); await p.locator('main form button').click(); await p.waitForTimeout(400);} return p;}
const page_url=p=>p.url();
const shots = process.argv.slice(2);
for (const s of shots){ const [handle,path,width,theme]=s.split(','); const p=await ctx(handle==='-'?null:handle, Number(width), theme); await p.goto(path); await p.waitForTimeout(900); const name=(handle+path+width+theme).replace(/[^a-z0-9]+/gi,'_'); await p.screenshot({path:`/tmp/online-shots/${name}.png`, fullPage:true}); console.log(name, await p.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth)); await p.context().close(); }
await browser.close();
