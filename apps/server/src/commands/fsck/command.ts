import { noteBegun } from '../../features/admin/index.ts'
import type { Command } from '../command.ts'
import { numberOption } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { describeFinding } from './findings.ts'
import { defaultGraceSeconds, type FsckReport, runFsck } from './fsck.ts'

const mib = 1024 * 1024

function summary({ checked, findings, isDeep }: FsckReport): string {
  const repaired = findings.filter(({ isRepaired }) => isRepaired).length
  const { uploads, blobs, attempts, containers, bytes, bytesRead, owners, knownLost, youngOrphans } = checked
  const parts = [
    `${uploads} uploads, ${blobs} blobs of ${attempts} parts, ${containers} containers of ${bytes} bytes, ${owners} owners`,
    isDeep && `${bytesRead} bytes read`,
    knownLost > 0 && `${knownLost} blobs known as lost`,
    youngOrphans > 0 && `${youngOrphans} containers without use too young to judge`,
    findings.length === 0 ? 'nothing wrong' : `${findings.length} found, ${repaired} repaired`,
  ]
  return parts.filter(Boolean).join('; ')
}

export const fsck: Command = {
  usage: '[--repair] [--deep [--rate MIB]] [--grace HOURS] [--force] [--json]',
  summary: 'Check the stored bytes against the rows, the rows against one another; repair if asked.',
  help: [
    '  --repair       mark what is lost, correct what is miscounted, remove old bytes of no row',
    '  --deep         read and verify every byte',
    '  --rate MIB     read no more than this a second',
    `  --grace HOURS  leave bytes of no row alone for so long (default ${defaultGraceSeconds / 3600})`,
    '  --force        repair also where so much is wrong that it looks like the wrong folder',
    '  --json         one JSON object',
    '',
    'Exit codes: 0 nothing wrong, 1 something found (repaired or not), 2 not checked. May run beside the server.',
  ],
  options: {
    repair: { type: 'boolean' },
    deep: { type: 'boolean' },
    rate: { type: 'string' },
    grace: { type: 'string' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run(context, given) {
    const { values } = given
    const options = {
      repair: values.repair === true,
      isDeep: values.deep === true,
      force: values.force === true,
      bytesPerSecond: numberOption(given, 'rate', Number.POSITIVE_INFINITY, 0.01) * mib,
      graceSeconds: numberOption(given, 'grace', defaultGraceSeconds / 3600, 0) * 3600,
    }
    const { services } = await openInstallation(context, { mayBeLost: options.repair && options.force })
    if (options.repair) await noteBegun(services, { act: 'repaired' })
    const report = await runFsck(services, options)
    if (values.json) context.out(JSON.stringify(report, null, 2))
    else for (const line of [...report.findings.flatMap(describeFinding), summary(report)]) context.out(line)
    return report.isClean ? 0 : 1
  },
}
