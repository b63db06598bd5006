/** What Sampan is compared with: nginx as the machine's limit, a bare node:http server, and the reference server of tus. */
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../scripts/processes/processes.mjs'
import { environment, familyOf, start } from '../processes.mjs'

const here = import.meta.dirname
const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/usr/bin/nginx']

function nginxProgram() {
  for (const path of places)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  return null
}

/** All that it writes stays in its folder. */
const configOf = (folder, http) => `
${process.getuid() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  keepalive_requests 1000000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp-${name};`).join('\n  ')}
  ${http}
}
`

/** A body goes to the disk in pieces as large as those that the others write. */
const filesIn = (folder, port) => `
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  default_type application/octet-stream;
  types { application/json json; }
  server {
    listen 127.0.0.1:${port} reuseport;
    root ${folder}/files;
    location / { dav_methods PUT DELETE; create_full_put_path on; }
  }
`

/** Whether something listens there. */
const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** `http`: what it is to do; null where there is no nginx. */
export async function startNginxWith(folder, port, http) {
  const program = nginxProgram()
  if (!program) return null
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf(folder, http))
  // It says nothing when it is ready, so the shell speaks for it.
  const { pid, stop } = await start(
    ['/bin/sh', '-c', `echo ready; exec ${program} -c ${config} -p ${folder} -e stderr`],
    environment({}),
    /^ready/,
  )
  while (!(await isOpen(port))) await new Promise((done) => setTimeout(done, 20))
  return { stop, processes: () => familyOf(pid) }
}

export async function startNginx(folder) {
  mkdirSync(join(folder, 'files'), { recursive: true })
  const port = await freePort()
  const nginx = await startNginxWith(folder, port, filesIn(folder, port))
  return nginx && { name: 'nginx', port, folder: join(folder, 'files'), ...nginx }
}

async function startNode(name, script, folder) {
  mkdirSync(folder, { recursive: true })
  const command = [process.execPath, join(here, script), folder]
  const { pid, match, stop } = await start(command, environment({}), /^ready (\d+)/)
  return { name, port: Number(match[1]), stop, folder, processes: () => familyOf(pid) }
}

export const startBare = (folder) => startNode('node:http', 'bare-server.mjs', folder)
export const startTus = (folder) => startNode('tus-node-server', 'tus-server.mjs', folder)
