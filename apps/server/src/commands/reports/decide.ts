/** What the operator decides of what was reported: a transfer, or a file request. */
import { noteOf } from '../../features/admin/index.ts'
import { dismiss, putBack, takeDown } from '../../features/reports/index.ts'
import type { Services } from '../../services.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'

type Act = (services: Services, slug: string, options: { withCopies: boolean; withFiles: boolean }) => ReturnType<typeof takeDown>
type Words = Pick<Command, 'usage' | 'summary' | 'help' | 'options'> & { changed: string; same: string }

const settledWords = (count: number): string =>
  count === 0 ? '' : ` ${count} ${count === 1 ? 'report is' : 'reports are'} settled.`
const copiesWords = (slugs: string[]): string => (slugs.length === 0 ? '' : `, with ${slugs.join(', ')}`)

const deciding = (act: Act, { changed, same, ...words }: Words): Command => ({
  ...words,
  operands: 1,
  async run(context, { operands: [slug = ''], values }) {
    const services: Services = (await openInstallation(context)).services
    const done = await act(services, slug, {
      withCopies: values['with-copies'] === true,
      withFiles: values['with-files'] === true,
    })
    if (!done) throw new CommandError(`There is no transfer or request ${slug}.`)
    context.out(`${slug} ${done.changed ? changed : same}${copiesWords(done.copies)}.${settledWords(done.settled)}`)
    return 0
  },
})

export const takeDownTransfer = deciding(
  (services, slug, options) => takeDown(services, slug, options, noteOf('command', 'takenDown', slug)),
  {
    usage: 'SLUG [--with-copies] [--with-files]',
    summary: 'Take a transfer or a file request down: its link answers 451 from then on.',
    help: [
      '  --with-copies   also every other transfer that holds files of it, whoever sent it (sampan reports show lists them)',
      '  --with-files    of a request: what it has received cannot be had any more either, by whoever asked',
      'Downloads that run end within seconds, uploads to a request within a minute, and its mails stop. Whose it is is told.',
      'Nothing is deleted: sampan reports restore lifts it.',
    ],
    options: { 'with-copies': { type: 'boolean' }, 'with-files': { type: 'boolean' } },
    changed: 'is taken down',
    same: 'was taken down already, or is gone',
  },
)
export const restoreTransfer = deciding((services, slug) => putBack(services, slug, noteOf('command', 'putBack', slug)), {
  usage: 'SLUG',
  summary: 'Lift the taking down of a transfer or a file request: it is as it was before.',
  help: ['Whose it is is told. The time during which it was down is not given back.'],
  changed: 'is as it was before',
  same: 'was not taken down',
})
export const dismissReports = deciding((services, slug) => dismiss(services, slug, noteOf('command', 'reportsDismissed', slug)), {
  usage: 'SLUG',
  summary: 'Let the reports of a transfer or a file request go; nothing happens to it.',
  help: ['Reports that come later wait anew.'],
  changed: 'stays',
  same: 'stays as it is',
})
