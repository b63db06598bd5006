/** Teams: people who act under one root (M1 to M3). */
export { teamJobs } from './jobs.ts'
export { leaveTeam } from './members.ts'
export { teamForCopy } from './read-team.ts'
export { teamRoutes } from './routes.ts'
export { tellPeople } from './tell-people.ts'
