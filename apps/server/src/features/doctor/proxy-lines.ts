/** The lines that mend a proxy, in its own words. */
import type { IncomingHttpHeaders } from 'node:http'

type Proxy = 'nginx' | 'Apache' | 'Caddy'

const lines = {
  gathersBodies: {
    nginx: 'proxy_request_buffering off;',
    Apache: 'no SetInputFilter BUFFER, no SetEnv proxy-sendcl',
    Caddy: 'no request_buffers or buffer_requests',
  },
  gathersAnswers: {
    nginx: 'proxy_buffering off;',
    Apache: 'ProxyPass … flushpackets=on',
    Caddy: 'no response_buffers or buffer_responses',
  },
  large: {
    nginx: 'client_max_body_size 0;',
    Apache: 'LimitRequestBody 0; of mod_security SecRequestBodyAccess Off',
    Caddy: 'no request_body with max_size',
  },
  bodies: {
    nginx: 'client_max_body_size 0; and proxy_request_buffering off; (or space for client_body_temp_path)',
    Apache: 'LimitRequestBody 0, and no <Limit> or <LimitExcept> without PUT',
    Caddy: 'no request_body with max_size, and no matcher of methods',
  },
  headers: {
    nginx: 'large_client_header_buffers 4 8k;',
    Apache: 'LimitRequestFieldSize 8190',
    Caddy: 'no max_header_size below 16KB',
  },
  host: {
    nginx: 'proxy_set_header Host $host;',
    Apache: 'ProxyPreserveHost On',
    Caddy: 'no header_up Host',
  },
  outerHost: {
    nginx: 'proxy_set_header X-Forwarded-Host $host;',
    Apache: 'ProxyAddHeaders On',
    Caddy: 'no header_up X-Forwarded-Host',
  },
  range: {
    nginx: 'no proxy_set_header Range, no proxy_cache',
    Apache: 'no RequestHeader unset Range',
    Caddy: 'no header_up -Range',
  },
  compresses: {
    nginx: 'gzip off;',
    Apache: 'no SetOutputFilter DEFLATE',
    Caddy: 'no encode',
  },
  caller: {
    nginx: 'proxy_set_header X-Forwarded-For $remote_addr;',
    Apache: 'ProxyAddHeaders On, and no RequestHeader for X-Forwarded-For',
    Caddy: 'no header_up X-Forwarded-For',
  },
  restingAnswer: {
    nginx: 'proxy_read_timeout 180s;',
    Apache: 'ProxyTimeout 180',
    Caddy: 'no read_timeout',
  },
  restingBody: {
    nginx: 'client_body_timeout 120s;',
    Apache: 'RequestReadTimeout body=0',
    Caddy: 'no timeouts with read_body',
  },
  noTls: {
    nginx: 'listen 443 ssl; with ssl_certificate and ssl_certificate_key',
    Apache: 'SSLEngine on, with SSLCertificateFile and SSLCertificateKeyFile',
    Caddy: 'the name of the site without http://',
  },
} satisfies Record<string, Record<Proxy, string>>

export type WrongAtProxy = keyof typeof lines

/** Which it is, by how it signs its answers; null where it does not, or where another one stands before it. */
export function proxyOf({ server, via }: IncomingHttpHeaders): Proxy | null {
  const said = `${server ?? ''} ${via ?? ''}`
  return (['nginx', 'Apache', 'Caddy'] as const).find((proxy) => new RegExp(`\\b${proxy}\\b`, 'i').test(said)) ?? null
}

/** Of the one that is known, else of all. */
export function linesFor(wrong: WrongAtProxy, proxy: Proxy | null): string[] {
  const all = Object.entries(lines[wrong])
  const own = all.filter(([name]) => name === proxy)
  return (own.length ? own : all).map(([name, line]) => `${name}: ${line}`)
}
