/**
 * `node scripts/fault-proxy/main.mjs --target 127.0.0.1:3000 --port 4000 --control 4001 --delay-ms 150 --bytes-per-second 6250000`
 * Every setting of settings.mjs is an option; a setting by direction also as `--delay-ms-up`, `--delay-ms-down`.
 */
import { parseArgs } from 'node:util'
import { startControl } from './control.mjs'
import { startFaultProxy } from './fault-proxy.mjs'
import { defaultSettings } from './settings.mjs'

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const optionOf = (name, value) => ({ [dashed(name)]: { type: typeof value === 'boolean' ? 'boolean' : 'string' } })

/** [option, setting, direction or null] of everything that can be set. */
const table = Object.entries(defaultSettings).flatMap(([name, value]) => [
  [name, name, null],
  ...(Object(value) === value ? Object.keys(value).map((direction) => [`${name}-${direction}`, name, direction]) : []),
])
const flags = new Set(['hold', 'refuses'])
const options = Object.assign(
  { target: { type: 'string' }, port: { type: 'string' }, control: { type: 'string' }, seed: { type: 'string' } },
  ...table.map(([option, name]) => optionOf(option, flags.has(name) ? true : '')),
)

const parsed = (text) => (typeof text === 'string' && /^[\d.]+$/.test(text) ? Number(text) : text)

const { values } = parseArgs({ options })
const wishes = {}
for (const [option, name, direction] of table) {
  const value = parsed(values[dashed(option)])
  if (value === undefined) continue
  wishes[name] = direction ? { ...wishes[name], [direction]: value } : value
}
const { target, port = '0', control, seed = '1' } = values
if (!target) throw new Error('--target is needed: host:port of the server')
const proxy = await startFaultProxy({ target, port: Number(port), seed: Number(seed), ...wishes })
const controlPort = control === undefined ? '' : (await startControl(proxy, Number(control))).port
console.log(`The proxy listens on ${proxy.port}${controlPort && `, its control on ${controlPort}`}`)
