/** What a public page may load once its visitor agrees (W5), and what its policy has to allow for that. */
import type { Config } from '../config/config.ts'

export type TrackerConfig = Pick<Config, 'plausibleUrl' | 'matomoUrl' | 'googleAnalyticsId' | 'crispId'>
export const trackerKinds = ['statistics', 'chat'] as const
/** `address`: of its server, or its id where the server is known. */
export type Tracker = {
  kind: (typeof trackerKinds)[number]
  name: 'Plausible' | 'Matomo' | 'Google Analytics' | 'Crisp'
  address: string
}

export const trackersOf = ({ plausibleUrl, matomoUrl, googleAnalyticsId, crispId }: TrackerConfig): Tracker[] => [
  ...(plausibleUrl ? [{ kind: 'statistics', name: 'Plausible', address: new URL(plausibleUrl).origin } as const] : []),
  ...(matomoUrl ? [{ kind: 'statistics', name: 'Matomo', address: matomoUrl } as const] : []),
  ...(googleAnalyticsId ? [{ kind: 'statistics', name: 'Google Analytics', address: googleAnalyticsId } as const] : []),
  ...(crispId ? [{ kind: 'chat', name: 'Crisp', address: crispId } as const] : []),
]

type Sources = Partial<Record<'script' | 'connect' | 'image' | 'style' | 'font' | 'frame' | 'media', string>>

const sourcesOf = ({ name, address }: Tracker): Sources => {
  if (name === 'Plausible') return { connect: address }
  if (name === 'Matomo') {
    const { origin } = new URL(address)
    return { script: origin, connect: origin, image: origin }
  }
  if (name === 'Google Analytics') {
    const counts = 'https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'
    return { script: 'https://*.googletagmanager.com', connect: counts, image: counts }
  }
  const client = 'https://client.crisp.chat'
  return {
    script: client,
    connect: `${client} https://storage.crisp.chat wss://client.relay.crisp.chat wss://stream.relay.crisp.chat`,
    image: 'https://*.crisp.chat',
    style: client,
    font: client,
    frame: 'https://game.crisp.chat',
    media: client,
  }
}

/** Behind what the policy of a page allows already; with trackers only. */
export const allowedFor = (trackers: readonly Tracker[], kind: keyof Sources): string =>
  trackers
    .flatMap((tracker) => sourcesOf(tracker)[kind] ?? [])
    .map((source) => ` ${source}`)
    .join('')
