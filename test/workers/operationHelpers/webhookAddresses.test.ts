import { expect } from 'chai';
import {
  allowedAddresses,
  isAllowed,
  urlProblem,
} from '../../../workers/operationHelpers/webhookAddresses.ts';

const outside = { loopback: false };
const sandbox = { loopback: true };

const words = (text: string) => text.trim().split(/\s+/);

/**
 * Addresses of the IANA special-purpose registries (IPv4 and IPv6), of cloud metadata services, and IPv6 addresses that carry
 * an IPv4 address.
 */
const notPublic = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.255 169.254.0.1 169.254.169.254
  172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1
  198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1
  ::7f00:1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1
  64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::
  2002:808:808::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 4000::1
`);

const isPublic = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1'];
const isPublic6 = ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888'];

/** Other spellings of 127.0.0.1, 169.254.169.254 and local hosts, as lists of SSRF payloads have them. */
const disguised = words(`
  https://2130706433/ https://0x7f000001/ https://0x7f.1/ https://017700000001/ https://127.1/
  https://0177.0.0.1/ https://0/ https://127.0.0.1./ https://%31%32%37.0.0.1/ https://127.0.1/
  https://[::]/ https://[::1]/ https://[::ffff:127.0.0.1]/ https://[0:0:0:0:0:ffff:7f00:1]/
  https://[::ffff:169.254.169.254]/ https://[64:ff9b::a9fe:a9fe]/ https://0xa9fea9fe/ https://2852039166/
  https://localhost/ https://LOCALHOST/ https://localhost./ https://a.localhost/ https://metadata/
  https://metadata.google.internal/ https://printer.local/ https://redis:6379/ https://router.home.arpa/
  https://①②⑦.⓪.⓪.①/
`);

describe('addresses of webhooks', () => {
  for (const address of notPublic)
    it(`refuses ${address} [webhooks-ssrf]`, () => {
      expect(isAllowed(address, outside)).to.equal(false);
    });

  for (const address of [...isPublic, ...isPublic6])
    it(`allows ${address}`, () => {
      expect(isAllowed(address, outside)).to.equal(true);
    });

  for (const url of disguised)
    it(`refuses ${url} [webhooks-ssrf]`, () => {
      expect(urlProblem(url, outside)).to.match(/^has the (?:address|host) /);
    });

  for (const text of ['', 'a', '1.1.1', '0x7f.1', '2130706433', '127.1'])
    it(`refuses ${JSON.stringify(text)}, which is not an address in the usual form`, () => {
      expect(isAllowed(text, outside)).to.equal(false);
    });

  it('says what a URL must begin with', () => {
    expect(urlProblem('http://example.com/', outside)).to.equal('must begin with https://');
    expect(urlProblem('http://example.com/', sandbox)).to.match(/ or with http:\/\/ and a loopback host/);
    expect(urlProblem('http://127.0.0.1:9000/', outside)).to.equal('must begin with https://');
    expect(urlProblem('https://example.com/hooks', outside)).to.equal(undefined);
  });

  for (const url of ['http://localhost:9/', 'http://127.0.0.1:9/', 'http://[::1]:9/', 'https://localhost:9/'])
    it(`lets a sandbox send to ${url}`, () => {
      expect(urlProblem(url, sandbox)).to.equal(undefined);
    });

  for (const url of [
    'https://10.0.0.1/',
    'http://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[fe80::1]/',
  ])
    it(`lets no sandbox send to ${url} [webhooks-ssrf]`, () => {
      expect(urlProblem(url, sandbox)).to.be.a('string');
    });

  it('refuses a name if any of its addresses is not public [webhooks-ssrf]', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.1'];

    const error = await allowedAddresses('rebind.example.com', outside, resolve).catch((caught) => caught);

    expect(error).to.have.property('message', '10.0.0.1 is not a public address');
  });

  it('resolves to all public addresses of a name', async () => {
    const addresses = ['1.1.1.1', '2606:4700:4700::1111'];

    expect(await allowedAddresses('example.com', outside, async () => addresses)).to.deep.equal(addresses);
  });
});
