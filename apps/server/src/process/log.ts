/** JSON lines on standard output, which all processes share. */
import { hostname } from 'node:os'
import pino, { type Logger } from 'pino'
import { logSerializers } from '../http/error-for-log.ts'

/** What a pipe takes whole, so that lines of several processes never mix. */
const wholeWriteBytes = 4096

export function makeLog(worker?: number): Logger {
  const base = { pid: process.pid, hostname: hostname(), ...(worker !== undefined && { worker }) }
  return pino({ base, serializers: logSerializers }, pino.destination({ dest: 1, sync: false, maxWrite: wholeWriteBytes }))
}
