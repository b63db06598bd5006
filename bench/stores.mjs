/** `npm run bench:stores`: each store beside the others. All of them keep the film at once, so that it is half as large as that of `npm run bench`. */
process.env.BENCH_FILM_GIB ??= '1'
await import('./stores/compare.mjs')
