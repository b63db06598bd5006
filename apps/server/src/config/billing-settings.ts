/** The settings BILLING and BILLING_PLAN: whether plans are for sale here, by whom, and what everybody has where none are (O10). */
import { type SharedRole, sharedRoles } from '@sampan/contract/plans'
import { isLocalOrigin } from './local-origin.ts'
import { oneOf, setting } from './setting-parsers.ts'

const billingModes = ['off', 'sandbox', 'stripe'] as const
type BillingMode = (typeof billingModes)[number]

const optional =
  <const W extends string>(words: readonly W[]) =>
  (text: string | undefined): W | null =>
    text === undefined ? null : oneOf(words, words[0]!)(text)

export const billingSettings = {
  billing: setting(
    'BILLING',
    'off: nothing is for sale; sandbox: played payments; stripe. Default: by the keys of Stripe, else sandbox if PUBLIC_URL is local, else off.',
    'off',
    optional(billingModes),
  ),
  billingPlan: setting(
    'BILLING_PLAN',
    `Plan that everybody with an account has while BILLING is off: ${sharedRoles.join(', ')}. Default: business.`,
    'business',
    optional(sharedRoles),
  ),
}

const defaultPlan: SharedRole = 'business'

/** Null where plans are for sale. */
const sharedPlanOf = ({ billingPlan }: Pick<Given, 'billingPlan'>, mode: BillingMode): SharedRole | null =>
  mode === 'off' ? (billingPlan ?? defaultPlan) : null

type Given = { billing: BillingMode | null; billingPlan: SharedRole | null; stripeSecretKey: string | null }

/** Test cards make nobody a customer of a service that strangers reach, unless its operator says so. */
const billingModeOf = ({ billing, stripeSecretKey }: Given, origin: string): BillingMode =>
  billing ?? (stripeSecretKey ? 'stripe' : isLocalOrigin(origin) ? 'sandbox' : 'off')

export function billingWrong(given: Given, origin: string): string[] {
  const { billing, billingPlan, stripeSecretKey } = given
  if (billing === 'stripe' && !stripeSecretKey)
    return ['BILLING=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET']
  if (billing === 'sandbox' && stripeSecretKey)
    return ['BILLING=sandbox plays payments and takes no keys of Stripe: take STRIPE_… away, or set BILLING=stripe']
  const mode = billingModeOf(given, origin)
  if (billingPlan && mode !== 'off')
    return [`BILLING_PLAN=${billingPlan} is for BILLING=off: here plans are sold (${mode}), and each account has its own`]
  return []
}

const choices = `  BILLING=off       nothing is for sale: everybody with an account has the plan of BILLING_PLAN
  STRIPE_…          plans are sold through Stripe, by its three keys
  BILLING=sandbox   anybody becomes anything with a test card: for trying out only`

/** What the operator is told at each start where strangers meet what was not chosen, or what is for trying out only. */
function billingNotice({ billing, billingPlan }: Given, mode: BillingMode, origin: string): string | null {
  if (isLocalOrigin(origin)) return null
  if (mode === 'sandbox') return `WARNING: BILLING=sandbox at ${origin}: whoever comes may take every plan with a test card.`
  if (mode !== 'off' || billing) return null
  const plan = billingPlan ?? defaultPlan
  return `Nothing is for sale at ${origin}, and everybody with an account has the plan ${plan}. Choose one of these:\n${choices}`
}

export type Billing = {
  billing: BillingMode
  /** What everybody with an account has; null where plans are for sale. */
  billingPlan: SharedRole | null
  billingNotice: string | null
}
export function settleBilling(given: Given, origin: string): Billing {
  const billing = billingModeOf(given, origin)
  return { billing, billingPlan: sharedPlanOf(given, billing), billingNotice: billingNotice(given, billing, origin) }
}
