const Database = require('better-sqlite3');
process.parentPort.on('message', ({ data: file, ports: [port] }) => {
  const db = new Database(file, { readonly: true });
  db.pragma("cipher = 'aegis'");
  db.pragma(`key = "x'${'0'.repeat(64)}'"`);
  port.postMessage(db.prepare('SELECT * FROM record ORDER BY name LIMIT 50').raw().all());
});
