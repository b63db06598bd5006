/** What the doctor sees of parts that go straight to the store: whether it checks them, and whether it lets our pages in. */
import { originOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { advise, bad, type Finding, good, saysOf } from './finding.ts'

const ruleFor = (origin: string): string =>
  JSON.stringify([
    {
      AllowedOrigins: [origin],
      AllowedMethods: ['PUT'],
      AllowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-crc32'],
      MaxAgeSeconds: 3600,
    },
  ])

export async function lookAtDirect({ storage, config }: Pick<Services, 'storage' | 'config'>): Promise<Finding[]> {
  const { direct } = storage
  if (!config.storeDirect || !direct) return []
  const fault = await direct.prove().catch(saysOf)
  if (fault !== null) return [bad('store', ['directOff', { fault }], advise('checkingStore'))]
  const origin = originOf(config)
  const shut = await direct.letsIn(origin).catch(saysOf)
  return [shut === null ? good('store', 'directGood') : bad('store', ['directShut', { fault: shut }], `CORS: ${ruleFor(origin)}`)]
}
