/**
 * Takes from this process what Node's permissions leave to it: connections, names of hosts, signals. It stops what a script in a file can
 * reach, not a decoder of machine code that was taken over: that is held by the system's own means where there are any.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

function refuse(): never {
  throw new Error('there is nothing outside of this process')
}

function takeAll(from: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(from)))
    if (typeof value === 'function' && name !== 'constructor') take(from, name)
}

const take = (from: object, name: string): void => {
  Object.defineProperty(from, name, { value: refuse, writable: false, configurable: false })
}

export function giveUpTheRest(): void {
  take(net.Socket.prototype, 'connect')
  take(net.Server.prototype, 'listen')
  takeAll(dgram.Socket.prototype)
  takeAll(dns.promises)
  takeAll(dns.Resolver.prototype)
  for (const name of Object.getOwnPropertyNames(dns)) if (/^(lookup|resolve|reverse)/.test(name)) take(dns, name)
  for (const name of ['kill', '_kill', 'binding', '_linkedBinding']) take(process, name)
}
