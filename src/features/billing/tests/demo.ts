// npm run demo -- billing: the application beside a stand-in for Stripe, with data of its own that goes when
// it ends.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { startWithProvider } from './start-with-provider.ts'

const DEMO_PASSWORD = randomBytes(9).toString('base64url')
const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))

const { app, stop } = await startWithProvider({ DEMO_PASSWORD })
console.log(`
  Prices          ${app.url}/pricing
  Billing         ${app.url}/dashboard/billing
  Sign in with    ada@example.com
  Password        ${DEMO_PASSWORD}

  1  Choose Team and pay at the stand-in's checkout: you are back, with 14 days of trial and a seat for each member.
  2  Payment methods and addresses: let 15 days pass there, go back: the trial is over, and there is an invoice.
  3  Use the card that is declined there, let 30 days pass: the payment has failed, and a banner says so.
  4  Use the card that pays, let 15 days pass: the plan is active again.
  5  Change to Business: what is charged now is shown before.
  6  Cancel the plan; continue it. Cancel, let 30 days pass: it has ended.

  Nothing leaves this machine. Press Ctrl-C to stop: the data goes, too.
`)
await ended
await stop()
process.exit()
