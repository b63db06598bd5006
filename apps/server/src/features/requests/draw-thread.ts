/** The thread that draws one grid, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { drawGrid } from './draw-grid.ts'

parentPort?.postMessage(await drawGrid(workerData))
