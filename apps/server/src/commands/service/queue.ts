/** Work that was tried to the last: looked at, tried anew, or forgotten. */
import { isErrorCode } from '@sampan/contract/error-codes'
import { defaultLanguage } from '@sampan/contract/paths'
import { errorText } from '@sampan/texts/errors'
import { decideJob, readQueue } from '../../features/admin/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'

const firstChars = 200

export const showQueue: Command = {
  usage: '[--json]',
  summary: 'Show how much work waits, and the work that was given up.',
  help: ['  --json   one JSON object'],
  options: { json: { type: 'boolean' } },
  async run(context, { values }) {
    const { services } = await openInstallation(context)
    const queue = await readQueue(services)
    if (values.json) {
      context.out(JSON.stringify(queue, null, 2))
      return 0
    }
    context.out(`${queue.waiting} wait, the first for ${Math.round(queue.oldestSeconds)} s; ${queue.failed} were given up.`)
    for (const { _id, kind, error, problem, tries, failedAt } of queue.jobs) {
      const says =
        problem && isErrorCode(problem.code) ? errorText(problem.code, problem.details, defaultLanguage) : plainText(error)
      context.out(`${_id}  ${new Date(failedAt).toISOString().slice(0, 16)}Z  ${kind}  ${tries}x  ${says.slice(0, firstChars)}`)
    }
    return 0
  },
}

type Words = { act: 'jobRetried' | 'jobDropped'; summary: string; done: string }

const deciding = ({ act, summary, done }: Words): Command => ({
  usage: 'NUMBER',
  summary,
  operands: 1,
  async run(context, { operands: [id = ''] }) {
    if (!/^\d{1,18}$/.test(id)) throw new CommandError(`"${id}" is no number of sampan queue.`)
    const { services } = await openInstallation(context)
    const kind = await decideJob(services, 'command', act, id)
    if (!kind) throw new CommandError(`No work of the number ${id} was given up.`)
    context.out(`${kind} ${done}`)
    return 0
  },
})

export const retryJob = deciding({
  act: 'jobRetried',
  summary: 'Try work once more that was given up.',
  done: 'is tried anew by the running service.',
})
export const dropJob = deciding({ act: 'jobDropped', summary: 'Forget work that was given up.', done: 'is forgotten.' })
