/** The process in which files of strangers are decoded: it has no secrets, no database and no way to the disk's bytes. Its parent ends it. */
import { render, type Task } from './render.ts'

process.on('message', async (task: Task) => {
  try {
    process.send?.({ rendered: await render(task) })
  } catch (error) {
    process.send?.({ reason: String(error instanceof Error ? error.message : error).slice(0, 500) })
  }
})
// The server is gone.
process.on('disconnect', () => process.exit())
