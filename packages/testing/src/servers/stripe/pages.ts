import { advance, complete } from './requests.ts'
import type { StripeState } from './stripe-state.ts'
import { changeSubscription } from './subscriptions.ts'

// The provider's own pages, as far as a browser has to go through them.

const page = (title: string, ...body: string[]) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="icon" href="data:,"><body style="font:16px/1.6 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem">
<h1>${title}</h1>${body.map((part) => `<p>${part}</p>`).join('\n')}</body></html>`
const form = (acts: Record<string, string>) =>
  `<form method="post">${Object.entries(acts)
    .map(([name, label]) => `<button name="act" value="${name}">${label}</button>`)
    .join(' ')}</form>`
const money = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const DAY = 86_400
const PAYING = '4242 4242 4242 4242, which pays'
const DECLINED = '4000 0000 0000 0341, which is declined'

type Shown = { html: string } | { to: string }

function checkoutPage(state: StripeState, id: string, act: string | null): Shown {
  const session = state.get('checkout.session', id)
  if (act === 'back') return { to: session.cancel_url ?? '/' }
  if (session.status !== 'open') return { html: page('This checkout is over') }
  const customer = session.customer as string
  if (act === 'pay' || act === 'payLater') {
    complete(state, id)
    if (act === 'payLater') state.declined.add(customer)
    return { to: session.success_url ?? '/' }
  }
  const { price: priceId = '', quantity, trialDays } = session.metadata ?? {}
  const price = state.get('price', priceId)
  const { name } = state.get('product', price.product as string)
  return {
    html: page(
      'Checkout (stand-in)',
      `${escaped(name)}: ${quantity} × ${money(price.unit_amount ?? 0, price.currency)} / ${price.recurring?.interval}`,
      trialDays === '0' ? 'Paid at once.' : `Paid after ${trialDays} days of trial.`,
      form({
        pay: 'Pay',
        ...(trialDays !== '0' && { payLater: 'Pay with a card that will be declined' }),
        back: 'Back',
      }),
    ),
  }
}

function portalPage(state: StripeState, id: string, act: string | null): Shown {
  const session = state.get('billing_portal.session', id)
  const customer = session.customer
  const [subscription] = state.all(
    'subscription',
    (one) => one.customer === customer && one.status !== 'canceled',
  )
  if (act === 'back') return { to: session.return_url ?? '/' }
  if (act === 'card') if (!state.declined.delete(customer)) state.declined.add(customer)
  if (act === 'later') {
    state.aheadSeconds += 15 * DAY
    advance(state)
  }
  if (act === 'cancel' && subscription) changeSubscription(state, subscription, { cancelAtPeriodEnd: true })
  const isDeclined = state.declined.has(customer)
  return {
    html: page(
      'Customer portal (stand-in)',
      subscription ? `Subscription: ${subscription.status}` : 'No subscription',
      `Card: ${isDeclined ? DECLINED : PAYING}`,
      `Its clock: ${new Date(state.now(customer) * 1_000).toISOString().slice(0, 10)}`,
      form({
        card: `Use ${isDeclined ? PAYING : DECLINED}`,
        later: 'Let 15 days pass',
        ...(subscription && { cancel: 'Cancel plan' }),
        back: 'Back',
      }),
    ),
  }
}

function invoicePage(state: StripeState, id: string): Shown {
  const { number, status, total, currency } = state.get('invoice', id)
  return { html: page(`Invoice ${number} (stand-in)`, `${money(total, currency)}: ${status}`) }
}

/** What a browser gets at a page of the provider; `act` is the button that it has pressed. */
export function showPage(state: StripeState, path: string, act: string | null): Shown | undefined {
  const [, kind, id = ''] = path.split('/')
  if (kind === 'pay') return checkoutPage(state, id, act)
  if (kind === 'portal') return portalPage(state, id, act)
  if (kind === 'invoice') return invoicePage(state, id)
  return undefined
}
