import { Webhook } from 'standardwebhooks'
import { databaseNow } from '@plinth/core/database/server'
import type { Application } from '@plinth/core/feature/server'
import type { JobContext } from '@plinth/core/jobs/server'
import { brandSlug } from '#/brand.ts'
import { postWebhook, type Attempt, type Network } from './post-webhook.server.ts'
import { decryptSecret } from './webhook-secret.server.ts'
import { allowsLoopback } from './webhooks-settings.server.ts'

export type Sending = JobContext & Pick<Application, 'env' | 'secret'> & { network?: Partial<Network> }

type ToSend = { endpointId: string; url: string; secret: string; eventId: string; payload: string }

/** Signs and sends a delivery as Standard Webhooks says. Every attempt has the same webhook-id. */
export async function makeAttempt(
  { env, secret, network, signal, log }: Sending,
  { endpointId, url, eventId, payload, secret: encrypted }: ToSend,
): Promise<Attempt> {
  let key: string
  try {
    key = await decryptSecret(secret, encrypted)
  } catch (error) {
    log.warn({ err: error, endpointId }, 'the secret of a webhook could not be decrypted')
    return { problem: 'unreadableSecret', status: null, answer: null, durationMs: 0 }
  }
  const sentAt = databaseNow()
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${brandSlug}-webhooks`,
    'webhook-id': eventId,
    'webhook-timestamp': Math.floor(sentAt.getTime() / 1_000),
    'webhook-signature': new Webhook(key).sign(eventId, sentAt, payload),
  }
  return postWebhook(
    url,
    { headers, body: payload, signal },
    { allowsLoopback: allowsLoopback(env), ...network },
  )
}
