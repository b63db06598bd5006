import { examine } from '../features/doctor/index.ts'
import type { Command } from './command.ts'
import { openInstallation } from './installation.ts'

const marks = { good: 'ok  ', note: 'note', bad: 'BAD ' }

export const doctor: Command = {
  usage: '[--quick] [--mail ADDRESS] [--json]',
  summary: 'Look at name, proxy, disk, database, mail and backup of the running service, and say what to change.',
  help: [
    '  --quick          without the minute in which is seen whether the proxy waits for answers that rest',
    '  --mail ADDRESS   send a mail there, too',
    '  --json           one JSON array',
    '',
    'It calls the service through PUBLIC_URL, as browsers do. Nothing is changed.',
    'Exit codes: 0 nothing is wrong, 1 something is, 2 not looked.',
  ],
  options: { quick: { type: 'boolean' }, mail: { type: 'string' }, json: { type: 'boolean' } },
  async run(context, { values }) {
    const { services } = await openInstallation(context)
    const to = typeof values.mail === 'string' ? values.mail : undefined
    const findings = await examine(services, { to, isQuick: values.quick === true })
    if (values.json)
      context.out(
        JSON.stringify(
          findings.map(({ advice: _, ...told }) => told),
          null,
          2,
        ),
      )
    else
      for (const { about, state, says, change = [] } of findings) {
        context.out(`${marks[state]}  ${about.padEnd(10)}${says}`)
        for (const line of change) context.out(`                  > ${line}`)
      }
    return findings.some(({ state }) => state === 'bad') ? 1 : 0
  },
}
