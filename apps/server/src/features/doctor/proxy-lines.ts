/** The lines that mend a proxy, in its own words. */
import type { IncomingHttpHeaders } from 'node:http'
import type { AdviceCode } from '@sampan/contract/findings'
import { type Advice, advise } from './finding.ts'

const proxies = ['nginx', 'Apache', 'Caddy'] as const
type Proxy = (typeof proxies)[number]

/** No line is to be written, some are to go. */
const without = (lines: string) => (proxy: Proxy) => advise('without', { proxy, lines })
const withoutInside = (lines: string, inside: string) => (proxy: Proxy) => advise('withoutInside', { proxy, lines, inside })
const alongWith = (lines: string, more: string) => (proxy: Proxy) => advise('alongWith', { proxy, lines, more })
const sentence = (code: AdviceCode) => () => advise(code)

const lines = {
  gathersBodies: {
    nginx: 'proxy_request_buffering off;',
    Apache: without('SetInputFilter BUFFER, SetEnv proxy-sendcl'),
    Caddy: without('request_buffers, buffer_requests'),
  },
  gathersAnswers: {
    nginx: 'proxy_buffering off;',
    Apache: 'ProxyPass … flushpackets=on',
    Caddy: without('response_buffers, buffer_responses'),
  },
  large: {
    nginx: 'client_max_body_size 0;',
    Apache: sentence('largeApache'),
    Caddy: withoutInside('request_body', 'max_size'),
  },
  bodies: {
    nginx: sentence('bodiesNginx'),
    Apache: sentence('bodiesApache'),
    Caddy: sentence('bodiesCaddy'),
  },
  headers: {
    nginx: 'large_client_header_buffers 4 8k;',
    Apache: 'LimitRequestFieldSize 8190',
    Caddy: sentence('headersCaddy'),
  },
  host: {
    nginx: 'proxy_set_header Host $host;',
    Apache: 'ProxyPreserveHost On',
    Caddy: without('header_up Host'),
  },
  outerHost: {
    nginx: 'proxy_set_header X-Forwarded-Host $host;',
    Apache: 'ProxyAddHeaders On',
    Caddy: without('header_up X-Forwarded-Host'),
  },
  range: {
    nginx: without('proxy_set_header Range, proxy_cache'),
    Apache: without('RequestHeader unset Range'),
    Caddy: without('header_up -Range'),
  },
  compresses: {
    nginx: 'gzip off;',
    Apache: without('SetOutputFilter DEFLATE'),
    Caddy: without('encode'),
  },
  caller: {
    nginx: 'proxy_set_header X-Forwarded-For $remote_addr;',
    Apache: sentence('callerApache'),
    Caddy: without('header_up X-Forwarded-For'),
  },
  restingAnswer: {
    nginx: 'proxy_read_timeout 180s;',
    Apache: 'ProxyTimeout 180',
    Caddy: without('read_timeout'),
  },
  restingBody: {
    nginx: 'client_body_timeout 120s;',
    Apache: 'RequestReadTimeout body=0',
    Caddy: withoutInside('timeouts', 'read_body'),
  },
  noTls: {
    nginx: alongWith('listen 443 ssl;', 'ssl_certificate, ssl_certificate_key'),
    Apache: alongWith('SSLEngine on', 'SSLCertificateFile, SSLCertificateKeyFile'),
    Caddy: sentence('siteWithoutHttp'),
  },
} satisfies Record<string, Record<Proxy, string | ((proxy: Proxy) => Advice)>>

export type WrongAtProxy = keyof typeof lines

/** Which it is, by how it signs its answers; null where it does not, or where another one stands before it. */
export function proxyOf({ server, via }: IncomingHttpHeaders): Proxy | null {
  const said = `${server ?? ''} ${via ?? ''}`
  return proxies.find((proxy) => new RegExp(`\\b${proxy}\\b`, 'i').test(said)) ?? null
}

/** Of the one that is known, else of all. */
export function linesFor(wrong: WrongAtProxy, proxy: Proxy | null): Advice[] {
  const names = proxy ? [proxy] : proxies
  return names.map((name) => {
    const line: string | ((proxy: Proxy) => Advice) = lines[wrong][name]
    return typeof line === 'string' ? `${name}: ${line}` : line(name)
  })
}
