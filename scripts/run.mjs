// Runs a script of this project with the Node that package-lock.json pins, whichever Node (18 or newer) started it. First installs what is missing or
// outdated. Uses no dependency and no syntax newer than Node 18.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
const modules = join(root, 'node_modules')
const stamp = join(modules, '.tawa-lock')
const node = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')

const [script, ...args] = process.argv.slice(2)
if (!script) fail('usage: node scripts/run.mjs <script> [arguments]')
if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Node ${process.versions.node} is too old. Install Node 18 or newer, then try again.`)

// Tests of this file start it in a tree that is installed already.
if (process.env.TAWA_INSTALL !== 'no') install()
start()

function fail(message) {
  console.error(`tawa: ${message}`)
  process.exit(1)
}

/** Is everything installed for this lock file, this system and this processor? */
function fingerprint() {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(`${process.platform} ${process.arch}`)
  return hash.digest('hex')
}

function works() {
  return existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0
}

function install() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted && existsSync(node)) return
  console.log('tawa: installing packages (a few minutes the first time)…')
  const began = Date.now()
  rmSync(stamp, { force: true })
  npm(['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'], root)
  // npm may be configured to skip install scripts; the one that fetches our Node is then run here.
  if (!works()) run(process.execPath, ['installArchSpecificPackage.js'], join(modules, 'node'), withoutNpm(process.env))
  if (!works()) fail(`the pinned Node did not install for ${process.platform} ${process.arch}.`)
  writeFileSync(stamp, `${wanted}\n`)
  console.log(`tawa: packages installed in ${Math.round((Date.now() - began) / 1000)} s`)
}

/** The npm that started us, if one did, else the one on the PATH. */
function npm(words, cwd) {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.c?js$/.test(cli) && existsSync(cli)) run(process.execPath, [cli, ...words], cwd, withoutNpm(process.env))
  else run(windows ? 'npm.cmd' : 'npm', words, cwd, withoutNpm(process.env), windows)
}

/** Options of the outer npm, as in `npm start --port=1`, must not reach the inner npm as settings. */
function withoutNpm(env) {
  const clean = { ...env }
  for (const name of ['npm_command', 'npm_lifecycle_event', 'npm_lifecycle_script', 'npm_package_json', 'NODE_OPTIONS']) delete clean[name]
  return clean
}

function run(command, words, cwd, env, shell = false) {
  const result = spawnSync(command, words, {
    cwd,
    env,
    shell,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.error && result.error.code === 'ENOENT') fail(`${command} was not found. It comes with Node: install Node 18 or newer.`)
  if (result.status === 0) return
  // The registry's address doesn't belong in a log.
  const said = `${result.stdout || ''}\n${result.stderr || ''}`.replace(/https?:\/\/[^\s'"]+/g, '<registry>').trim()
  if (said) console.error(said)
  if (/ENOSPC/.test(said)) fail(`the disk is full: packages need about 1 GB in ${root}.`)
  fail(result.signal ? `installing was stopped (${result.signal}).` : 'installing packages failed; see above.')
}

function start() {
  const bin = join(modules, '.bin')
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') || 'PATH'
  const env = {
    ...process.env,
    [pathName]: [dirname(node), bin, process.env[pathName]].filter(Boolean).join(windows ? ';' : ':'),
    // Compiling wrangler takes a second of each start; it is replaced with the packages.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(modules, '.cache', 'node'),
    // Its end of fd 3 closes when this process dies, for whatever reason (scripts/lib/lifeline.ts).
    TAWA_LIFELINE: '3',
  }
  const child = spawn(node, [join(root, script), ...args], { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'pipe'] })
  const forward = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  // When npm, which started us through a shell, is killed with SIGKILL we get no signal, but our parent, or the shell's, changes.
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`
  const born = parents()
  const orphaned = setInterval(() => {
    if (parents() === born) return
    clearInterval(orphaned)
    console.error('tawa: what started this has ended, so it ends too.')
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 5000).unref()
  }, 500)
  orphaned.unref()
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] || 0) : code === null ? 1 : code))
}

/** The parent of a process on Linux; '' elsewhere. */
function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) \S+ /s, '')
      .split(' ')[0]
  } catch {
    return ''
  }
}
