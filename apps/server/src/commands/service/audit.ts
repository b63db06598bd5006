import { readLog } from '../../features/admin/index.ts'
import { type Command, numberOption } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'

const maxShown = 100

export const showAudit: Command = {
  usage: '[--limit N] [--json]',
  summary: 'Show what operators have done, in a browser or by these commands.',
  help: [`  --limit N   at most so many, the latest first (${maxShown})`, '  --json      one JSON array'],
  options: { limit: { type: 'string' }, json: { type: 'boolean' } },
  async run(context, given) {
    const { services } = await openInstallation(context)
    const { acts } = await readLog(services, undefined, Math.floor(numberOption(given, 'limit', maxShown, 1)))
    if (given.values.json) context.out(JSON.stringify(acts, null, 2))
    else
      for (const { at, by, isByCommand, act, about, detail } of acts)
        context.out(
          [`${new Date(at).toISOString().slice(0, 16)}Z`, isByCommand ? 'command' : (by ?? 'gone'), act, about, plainText(detail)]
            .filter(Boolean)
            .join('  '),
        )
    if (acts.length === 0) context.log('Nothing was done yet.')
    return 0
  },
}
