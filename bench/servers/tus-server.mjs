/** The reference server of tus as its documentation starts it, with its own store. */
import http from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const tus = new Server({ path: '/files', relativeLocation: true, datastore: new FileStore({ directory: process.argv[2] }) })
const server = http.createServer((request, reply) => tus.handle(request, reply))
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready ${server.address().port}\n`))
