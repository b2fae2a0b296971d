import type { StripeState } from './stripe-state.ts'
import { changeSubscription } from './subscriptions.ts'
import { complete } from './requests.ts'

// The provider's own pages, as far as a browser has to go through them.

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
<body style="font:16px system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem"><h1>${title}</h1>${body}</body></html>`
const button = (name: string, label: string) => `<button name="act" value="${name}">${label}</button> `

type Shown = { html: string } | { to: string }

function checkoutPage(state: StripeState, id: string, act: string | null): Shown {
  const session = state.get('checkout.session', id)
  if (act === 'pay') {
    complete(state, id)
    return { to: session.success_url ?? '/' }
  }
  if (act === 'back') return { to: session.cancel_url ?? '/' }
  if (session.status !== 'open') return { html: page('This checkout is over', '') }
  const price = state.get('price', session.metadata?.price ?? '')
  const what = `<p>${session.metadata?.quantity} × ${(price.unit_amount ?? 0) / 100} ${price.currency} / ${price.recurring?.interval}</p>`
  const form = `<form method="post">${button('pay', 'Pay')}${button('back', 'Back')}</form>`
  return { html: page('Checkout (stand-in)', what + form) }
}

function portalPage(state: StripeState, id: string, act: string | null): Shown {
  const session = state.get('billing_portal.session', id)
  const [subscription] = state.all(
    'subscription',
    ({ customer, status }) => customer === session.customer && status !== 'canceled',
  )
  if (act === 'back') return { to: session.return_url ?? '/' }
  if (act === 'cancel' && subscription) changeSubscription(state, subscription, { cancelAtPeriodEnd: true })
  const form = `<form method="post">${button('cancel', 'Cancel plan')}${button('back', 'Back')}</form>`
  return {
    html: page('Customer portal (stand-in)', `<p>${subscription?.status ?? 'no subscription'}</p>${form}`),
  }
}

/** What a browser gets at a page of the provider; `act` is the button that it has pressed. */
export function showPage(state: StripeState, path: string, act: string | null): Shown | undefined {
  const [, kind, id = ''] = path.split('/')
  if (kind === 'pay') return checkoutPage(state, id, act)
  if (kind === 'portal') return portalPage(state, id, act)
  return undefined
}
