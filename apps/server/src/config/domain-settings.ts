/** Hosts of one's own that links stand at (B2): who is asked for their DNS, whether this installation gives sub-domains away, and where webhooks may lead (O9). */
import { isIP } from 'node:net'
import { oneOf, refuse, setting } from './setting-parsers.ts'

/** An address, with a port if need be: 9.9.9.9, 127.0.0.1:5353, [2620:fe::fe]:53 */
function isServer(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?)$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? text) > 0
}

export const domainSettings = {
  dnsServers: setting(
    'DNS_SERVERS',
    'Name servers that are asked about domains of links, separated by commas. Default: those of the machine.',
    '9.9.9.9,1.1.1.1',
    (text) => {
      const servers = (text ?? '')
        .split(',')
        .map((piece) => piece.trim())
        .filter(Boolean)
      return servers.every(isServer) ? servers : refuse('must be addresses of name servers, separated by commas')
    },
  ),
  subdomains: setting(
    'SUBDOMAINS',
    'yes: accounts whose plan has it may take a sub-domain of PUBLIC_URL for their links; needs DNS and TLS for all of them. Default: no.',
    'yes',
    (text) => oneOf(['yes', 'no'], 'no')(text) === 'yes',
  ),
  webhooksPrivate: setting(
    'WEBHOOKS_PRIVATE',
    'on: webhooks of accounts may lead into private networks and to http:// addresses, which lets every account reach what this machine reaches. Default: off.',
    'off',
    (text) => oneOf(['on', 'off'], 'off')(text) === 'on',
  ),
}
