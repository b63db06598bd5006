/** The provider's script, asked for when somebody is about to pay and not before. */
import type { Appearance, Stripe } from '@stripe/stripe-js'

/** The provider's script may stand in a page once. */
let loading: Promise<Stripe> | null = null

export function stripeOf(publishableKey: string): Promise<Stripe> {
  loading ??= load(publishableKey).catch((error) => {
    loading = null
    throw error
  })
  return loading
}

async function load(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The script of the payment provider did not come')
  return stripe
}

/** Its frames cannot read our variables. */
export function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    theme: document.documentElement.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--lacquer'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      borderRadius: '12px',
    },
  }
}
