import type { Services } from '../../services.ts'
import { readBounceAddress } from '../transfers/index.ts'
import { receiveBounce } from './receive-bounce.ts'

/** Where the operator has set no port, nothing listens. Answers with how to stop. */
export async function listenForBounces(services: Services): Promise<{ port: number | null; stop: () => Promise<void> }> {
  const { config, log, bounces } = services
  if (config.bounceSmtpPort === null) return { port: null, stop: async () => {} }
  const { port, close } = await bounces.listen({
    host: config.bounceSmtpHost,
    port: config.bounceSmtpPort,
    accepts: (address) => readBounceAddress(config, address) !== null,
    take: async (address, bytes) => void (await receiveBounce(services, address, bytes)),
    onError: (error) => log.error({ err: error }, 'a mail that came back could not be taken'),
  })
  return { port, stop: close }
}
