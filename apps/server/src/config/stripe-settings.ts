/** The settings of Stripe, and whether its keys belong together. */
import type { Setting } from './setting-parsers.ts'

type MakeSetting = <T>(name: string, help: string, example: string, parse: (text: string | undefined) => T) => Setting<T>
type Parse = (text: string | undefined) => string | null

/** Told from others by how they begin. */
const keyWith =
  (refuse: (why: string) => never, beginnings: readonly string[]): Parse =>
  (text) => {
    if (text === undefined) return null
    const isRight = /^\w{16,300}$/.test(text) && beginnings.some((beginning) => text.startsWith(beginning))
    return isRight ? text : refuse(`must be a key that begins with ${beginnings.join(' or ')}`)
  }

export const stripeSettings = (
  setting: MakeSetting,
  refuse: (why: string) => never,
  url: (protocols: readonly string[]) => Parse,
) => ({
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    'Secret key of Stripe; sk_test_… takes no money. Without it nothing is paid: see BILLING.',
    'sk_test_0123456789abcdefghijklmn',
    keyWith(refuse, ['sk_test_', 'sk_live_', 'rk_test_', 'rk_live_']),
  ),
  stripePublishableKey: setting(
    'STRIPE_PUBLISHABLE_KEY',
    'Publishable key of the same Stripe account and mode.',
    'pk_test_0123456789abcdefghijklmn',
    keyWith(refuse, ['pk_test_', 'pk_live_']),
  ),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    'Signing secret of the webhook that calls PUBLIC_URL/api/stripe/webhook.',
    'whsec_0123456789abcdefghijklmn',
    keyWith(refuse, ['whsec_']),
  ),
  stripeApiBase: setting(
    'STRIPE_API_BASE',
    'Another address than Stripe’s own, for tests.',
    'http://localhost:12111',
    url(['http:', 'https:']),
  ),
})

type Keys = Partial<Record<'stripeSecretKey' | 'stripePublishableKey' | 'stripeWebhookSecret', string | null>>

/** All three of one mode, or none: half of them would take a card and never learn what came of it. */
export function stripeKeysWrong({ stripeSecretKey, stripePublishableKey, stripeWebhookSecret }: Keys): string[] {
  const keys = [stripeSecretKey, stripePublishableKey, stripeWebhookSecret]
  if (keys.every((key) => !key)) return []
  if (keys.some((key) => !key))
    return ['STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together']
  const [secret, publishable] = [stripeSecretKey, stripePublishableKey].map((key) => key?.split('_')[1])
  return secret === publishable ? [] : ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live']
}
