// A network between a browser and the club that can fall silent: what is sent waits, and neither end is told.
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

/** One that ended is there again where it is given the `port` that it had. */
export async function network(club, port = 0) {
  const ways = new Set();
  let silent = false;
  const relay = createServer((browser) => {
    const service = connect(new URL(club).port, 'localhost');
    for (const [from, to] of [[browser, service], [service, browser]]) {
      const way = { from, to };
      ways.add(way);
      if (!silent) from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => { ways.delete(way); to.end(); });
    }
  });
  relay.listen(port, 'localhost');
  await once(relay, 'listening');
  return {
    address: `http://localhost:${relay.address().port}`,
    falls() { silent = true; for (const { from, to } of ways) from.unpipe(to); },
    rises() { silent = false; for (const { from, to } of ways) from.pipe(to); },
    ends() { relay.close(); for (const { from } of ways) from.destroy(); },
  };
}
