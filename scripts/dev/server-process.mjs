/** The server of `npm run dev` in its process: it ends with the one that started it, however that one ends. */
import { pathToFileURL } from 'node:url'

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
process.setSourceMapsEnabled(true)
await import(pathToFileURL(process.argv[2]))
