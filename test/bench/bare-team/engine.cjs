const { Client } = require('pg');
process.parentPort.once('message', async ({ data: options, ports: [port] }) => {
  const [writer, listener] = [new Client(options), new Client(options)];
  await Promise.all([writer.connect(), listener.connect()]);
  listener.on('notification', async () => {
    const { rows } = await writer.query('SELECT text FROM mark ORDER BY place DESC LIMIT 1');
    port.postMessage(rows[0].text);
  });
  await listener.query('LISTEN mark');
  port.on('message', ({ data: text }) =>
    writer.query("WITH added AS (INSERT INTO mark (text) VALUES ($1)) SELECT pg_notify('mark', '')", [text]),
  );
  port.start();
  port.postMessage('ready');
});
