/** What is kept on two stores of which one is emptied into the other, sealed and plain. */
import { storageConformance } from './storage.conformance.ts'
import { ways } from './test-moving.ts'

for (const [name, open] of ways) storageConformance(name, open)
