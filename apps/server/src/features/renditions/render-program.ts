/** The process in which files of strangers are decoded: it has no secrets, no database and no way to anything else. Its parent ends it. */
import { writeSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { frameOf, readFrames } from './frames.ts'
import { giveUpTheRest } from './give-up-the-rest.ts'
import { render, type Task } from './render.ts'
import { runWorkersHere } from './worker-here.ts'

/** Standard output is for whatever a decoder has to say, and goes nowhere. */
const answers = 3

function say(head: unknown, body: readonly Uint8Array[] = []): void {
  for (const piece of frameOf(head, body)) for (let at = 0; at < piece.length; ) at += writeSync(answers, piece, at)
}

setPriority(constants.priority.PRIORITY_LOW)
giveUpTheRest()
runWorkersHere()
say({ isReady: true })
// What comes is the server's.
for await (const { head, body } of readFrames(process.stdin, { headBytes: 2 ** 20, bodyBytes: 2 ** 30 })) {
  try {
    const rendered = await render({ ...(head as Omit<Task, 'bytes'>), bytes: body })
    const parts = rendered.map(({ form, bytes }) => ({ form, length: bytes.length }))
    say(
      { parts },
      rendered.map(({ bytes }) => bytes),
    )
  } catch (error) {
    say({ reason: String(error instanceof Error ? error.message : error).slice(0, 500) })
  }
}
