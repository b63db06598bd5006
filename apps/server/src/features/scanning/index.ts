/** Virus scans of what was uploaded (D9). */
export { scanningJobs } from './jobs.ts'
