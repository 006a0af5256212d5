// Fails when what a first visit may load weighs more than the limit: every file of dist, gzipped.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const limit = 200_000;
const dist = new URL('../dist', import.meta.url).pathname;

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

let total = 0;
for (const path of files(dist)) {
  const bytes = gzipSync(readFileSync(path), { level: 9 }).length;
  total += bytes;
  console.log(`${String(bytes).padStart(8)}  ${path.slice(dist.length + 1)}`);
}
console.log(`${String(total).padStart(8)}  in all, gzip; the limit is ${limit}`);
if (total > limit) {
  console.error('check-size: the app is too heavy');
  process.exit(1);
}
