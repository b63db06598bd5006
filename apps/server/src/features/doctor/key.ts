/** What opens the calls by which the doctor tries the way to this service: made by its command, which has the installation's secrets. */
import { addSeconds } from '../../add-seconds.ts'
import { sign, unsign } from '../../http/signing.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'secrets' | 'clock'>

const lifeSeconds = 600

export const doctorKey = ({ secrets, clock }: Needs): string =>
  sign(secrets.doctor, String(addSeconds(clock(), lifeSeconds).getTime()))

export const isDoctorKey = ({ secrets, clock }: Needs, key: string): boolean =>
  Number(unsign(secrets.doctor, key) ?? 0) > clock().getTime()
