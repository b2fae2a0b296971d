import type { AuthDoor } from './auth-handler.server.ts'
import type { Admitted } from './auth-transaction.server.ts'

/** A request that has passed the door, on its way to Better Auth. */
export type Arriving = { door: AuthDoor; request: Request; admitted: Admitted }

/** Lets it go on, with what is given here in place of what came. */
export type Pass = (changes?: Partial<Pick<Admitted, 'body' | 'turn' | 'cookies'>>) => Promise<Response>

/**
 * What an endpoint does before and after its transaction: asking others over the network, which no
 * transaction should wait for. Throws AppError. Whatever decides about rows is a guard's, or Better Auth's,
 * inside.
 */
export type Around = (arriving: Arriving, pass: Pass) => Promise<Response>
