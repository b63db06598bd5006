/** Licence codes at rest: a keyed hash alone, so that whoever reads the table can activate none. */
import { createHmac } from 'node:crypto'
import type { Services } from '../../services.ts'

export const hashLicenceCode = ({ licence }: Pick<Services['secrets'], 'licence'>, code: string): Buffer =>
  createHmac('sha256', licence).update(code).digest()
