// Makes the resolvers of this process ask the name server at NAME_SERVER. Preload it (--import) into an
// application under test. The product has no setting for this.
import { Resolver } from 'node:dns/promises'

const { resolve4 } = Resolver.prototype

// The first question of each resolver; during a second one, its servers can't be set.
Resolver.prototype.resolve4 = function (...asked) {
  this.setServers([process.env.NAME_SERVER])
  return resolve4.apply(this, asked)
}
