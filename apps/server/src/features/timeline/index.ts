/** What happened to a transfer (T2): every feature adds to it, in the transaction of what happened. */
export { addEvent, addEvents } from './add-event.ts'
export { placeOf } from './place-of.ts'
export { eventsForCopy, forgetPaths, moveEvents, wasRemoved } from './queries.ts'
export { type Mark, type TimelineRow, timelineOf } from './queries-page.ts'
export { timelineRoutes } from './routes.ts'
