/** What is made of files to be looked at and heard (K5, Q9, D4), in a process of its own: bytes come in, pictures and sound go out. */
export type { MadeForm, Rendered, Task as RenderTask } from './render.ts'
export { NotRendered, type Renderer, startRenderer, tellSandbox } from './renderer.ts'
