// Tells core what is installed, for commands and tests that ask what features bring.
import { install } from '#/install.server.ts'

install()
