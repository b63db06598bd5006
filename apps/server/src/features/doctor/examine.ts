/** Looks at an installation from all sides (O8): as browsers reach it, and as this machine has it. */
import { isLocalOrigin } from '../../config/local-origin.ts'
import { hostOfOrigin, originOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { lookAtDirect } from './direct.ts'
import { lookAtDirectories } from './directories.ts'
import { advise, bad, type Finding, good } from './finding.ts'
import { lookAtCopies, lookAtDatabase, lookAtPayments, lookAtQueue, lookAtScanner, lookAtStore } from './here.ts'
import { doctorKey } from './key.ts'
import { lookAtMail } from './mail.ts'
import { lookAtWay } from './way.ts'

/** A little more than a proxy waits that was not told to wait longer. */
const patienceMs = 70_000

async function lookAtName({ dns, config }: Pick<Services, 'dns' | 'config'>): Promise<Finding[]> {
  const hostname = hostOfOrigin(config)
  if (isLocalOrigin(originOf(config)) || /^[\d.]+$|:/.test(hostname)) return []
  const answers = [await dns.ask('A', hostname), await dns.ask('AAAA', hostname)]
  const values = answers.flatMap((answer) => answer?.values ?? [])
  return [
    values.length > 0
      ? good('name', ['nameLeads', { host: hostname, values: values.join(', ') }])
      : bad('name', ['nameNowhere', { host: hostname }], advise('addressRecord', { host: hostname })),
  ]
}

function isDirect(config: Services['config']): boolean {
  const { protocol, port } = new URL(originOf(config))
  return protocol === 'http:' && Number(port || 80) === config.port
}

export async function examine(
  services: Services,
  { to, isQuick }: { to: string | undefined; isQuick: boolean },
): Promise<Finding[]> {
  const { config, clock } = services
  const way = {
    origin: originOf(config),
    key: doctorKey(services),
    isDirect: isDirect(config),
    patienceMs: isQuick ? 0 : patienceMs,
    now: clock(),
  }
  const looks = await Promise.all([
    lookAtName(services),
    lookAtWay(way),
    lookAtDatabase(services),
    lookAtStore(services),
    lookAtDirect(services),
    lookAtCopies(services),
    lookAtMail(services, to),
    lookAtScanner(services),
    lookAtDirectories(services),
    lookAtPayments(services),
    lookAtQueue(services),
  ])
  return looks.flat()
}
