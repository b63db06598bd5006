/** A database that takes no writes is refused at the start in words of an operator. */
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asUrl, refusalOf } from '../../test/faults/refused-start.ts'
