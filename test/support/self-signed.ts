import { generateKeyPairSync, sign } from 'node:crypto';

/** Returns a DER element: its tag, length and contents. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
/** Tags of DER elements. */
const [INTEGER, BITS, OID, TEXT, TIME, SEQUENCE, SET, VERSION] = [2, 3, 6, 12, 23, 0x30, 0x31, 0xa0];
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');

/** Makes a key and a certificate that no system trusts, for an https server of a test. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from('localhost')))));
  const day = (text: string) => der(TIME, Buffer.from(`${text}000000Z`));
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))), // version 3
    der(INTEGER, Buffer.from([1])), // serial number
    ECDSA_SHA256,
    name,
    der(SEQUENCE, day('250101'), day('491231')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = der(SEQUENCE, content, ECDSA_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
