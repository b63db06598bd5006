/** nginx, Caddy and Apache as they are, with our examples in `deploy/` at ports of their own; each has to be installed. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { freePort } from '../../../../scripts/processes/processes.mjs'
import { waitFor } from './test-server.ts'

export type ProxyName = 'nginx' | 'Caddy' | 'Apache'
/** What is written in place of a line of the example. */
export type Change = readonly [line: string | RegExp, instead: string]

type Made = { config: string; command: string[] }
type Place = { dir: string; port: number; httpPort: number; target: string }

const ours = '127.0.0.1'
const example = (file: string): string => readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')

function certificate(dir: string): void {
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90']
  const names = ['-subj', `/CN=${ours}`, '-addext', `subjectAltName=IP:${ours}`]
  const files = ['-keyout', join(dir, 'privkey.pem'), '-out', join(dir, 'fullchain.pem')]
  execFileSync('openssl', [...made, ...names, ...files], { stdio: 'ignore' })
}

const modules =
  'mpm_event authz_core ssl socache_shmcb proxy proxy_http headers http2 reqtimeout env alias mime filter deflate buffer'

const makers: Record<ProxyName, (place: Place) => Made> = {
  nginx: ({ dir, port, httpPort, target }) => {
    const site = example('nginx.conf')
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen ${ours}:${httpPort};`)
      .replace('listen 443', `listen ${ours}:${port}`)
      .replace('127.0.0.1:3000', target)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const config = [
      ...(process.getuid!() === 0 ? [`user ${userInfo().username};`] : []),
      `daemon off; worker_processes 1; pid ${dir}/pid; error_log stderr; events { worker_connections 512; }`,
      `http { access_log off; ${temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')}`,
      site,
      '}',
    ].join('\n')
    return { config, command: ['nginx', '-c', join(dir, 'config'), '-p', dir, '-e', 'stderr'] }
  },
  Caddy: ({ dir, port, httpPort, target }) => {
    const config = example('Caddyfile')
      .replaceAll('127.0.0.1:3000', target)
      .replace(
        /^\{\n/m,
        `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${httpPort}\n\tdefault_bind ${ours}\n`,
      )
    return { config, command: ['caddy', 'run', '--config', join(dir, 'config'), '--adapter', 'caddyfile'] }
  },
  Apache: ({ dir, port, httpPort, target }) => {
    const site = example('apache.conf')
      .replace('*:80', `${ours}:${httpPort}`)
      .replace('*:443', `${ours}:${port}`)
      .replace('127.0.0.1:3000', target)
    const config = [
      `ServerRoot ${dir}\nServerName ${ours}\nPidFile ${dir}/pid\nErrorLog ${dir}/error.log\nDefaultRuntimeDir ${dir}`,
      `Listen ${ours}:${httpPort}\nListen ${ours}:${port}`,
      ...(process.getuid!() === 0 ? ['User www-data\nGroup www-data'] : []),
      ...modules.split(' ').map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      // What Debian sets unless it is told otherwise.
      'TypesConfig /etc/mime.types\nRequestReadTimeout header=20-40,minrate=500\nRequestReadTimeout body=10,minrate=500',
      'AddOutputFilterByType DEFLATE text/html text/plain text/css application/javascript',
      site,
    ].join('\n')
    return { config, command: ['apache2', '-f', join(dir, 'config'), '-D', 'FOREGROUND'] }
  },
}

/** Caddy listens before it has a certificate. */
const speaksTls = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: ours, rejectUnauthorized: false }, () => resolve(socket.destroy() !== undefined))
    socket.once('error', () => resolve(false))
  })

/** Throws where a change finds no line: a test of it would prove nothing. */
function changed(config: string, [line, instead]: Change): string {
  const found = config.replace(line, instead)
  if (found === config) throw new Error(`The example has no line ${line}`)
  return found
}

export async function startOutsideProxy(name: ProxyName, targetUrl: string, changes: readonly Change[] = []) {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-proxy-'))
  const [port, httpPort] = [await freePort(), await freePort()]
  const { config, command } = makers[name]({ dir, port, httpPort, target: new URL(targetUrl).host })
  certificate(dir)
  const text = changes
    .reduce(changed, config)
    .replaceAll('/etc/letsencrypt/live/files.example.com', dir)
    .replaceAll('files.example.com', ours)
  writeFileSync(join(dir, 'config'), text)
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const proxy = spawn(command[0]!, command.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [proxy.stdout, proxy.stderr]) stream.on('data', (piece) => (said += piece))
  proxy.on('error', (error) => (said += error.message))
  const ended = new Promise<void>((resolve) => proxy.once('close', () => resolve()))
  const close = async () => {
    proxy.kill()
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await waitFor(async () => {
      if (proxy.exitCode !== null || proxy.pid === undefined) throw new Error(`${name} did not start: ${said}`)
      return speaksTls(port)
    })
  } catch (error) {
    await close()
    throw error
  }
  return { origin: `https://${ours}:${port}`, httpOrigin: `http://${ours}:${httpPort}`, close }
}
