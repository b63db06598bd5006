/** Who has to know of what the scanner finds (D9). */
export { scanningJobs } from './jobs.ts'
export { notifyFinding, notifyScanned } from './notify-finding.ts'
