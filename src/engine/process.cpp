#include "engine/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/text.h"

namespace turncoat::engine {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::size_t kLongestLine = 64 * 1024;
constexpr std::size_t kMostPending = 1024 * 1024;  // output waiting to be asked for
constexpr std::size_t kErrorsKept = 4 * 1024;
constexpr milliseconds kDestructorGrace{500};
constexpr milliseconds kTermGrace{200};   // between SIGTERM and SIGKILL
constexpr milliseconds kDeathGrace{200};  // between the end of the output and the end of the program

std::string system_error(int code) {
  return std::strerror(code);  // glibc: the text of a known code is constant, so threads are safe
}

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

// Both ends above 2, so that giving a child its 0, 1 and 2 never overwrites another end.
Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return fail(Error::Code::Io, "cannot make a pipe: {}", system_error(errno));
  }
  std::array<FileDescriptor, 2> made{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  for (FileDescriptor& end : made) {
    if (end.get() > STDERR_FILENO) continue;
    FileDescriptor higher(::fcntl(end.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!higher.is_open()) return fail(Error::Code::Io, "cannot make a pipe: {}", system_error(errno));
    end = std::move(higher);
  }
  return Pipe{std::move(made[0]), std::move(made[1])};
}

void set_nonblocking(const FileDescriptor& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

// posix_spawn and not fork: safe among threads and cheap in a process with gigabytes of tables. The child
// starts in its own session, without our blocked and ignored signals and without any other of our
// descriptors. An `out` or `error` of -1 is /dev/null. Gives an errno value.
int spawn(const std::vector<std::string>& words, int in, int out, int error, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (const int code = posix_spawn_file_actions_init(&actions); code != 0) return code;
  if (const int code = posix_spawnattr_init(&attributes); code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  for (const auto& [from, to] : {std::pair(out, STDOUT_FILENO), std::pair(error, STDERR_FILENO)}) {
    if (from >= 0) {
      posix_spawn_file_actions_adddup2(&actions, from, to);
    } else {
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", O_WRONLY, 0);
    }
  }
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);

  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int code = posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

// Reads what is there; false at the end of the stream.
bool read_some(int fd, std::string& to) {
  std::array<char, 16 * 1024> buffer;
  const ssize_t count = ::read(fd, buffer.data(), buffer.size());
  if (count > 0) to.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

// glibc 2.36 has pidfd_open, but its header is not fit for C++. The descriptor is close-on-exec.
int open_pidfd(pid_t pid) {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

int wait_for_child(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// write() to a pipe whose reader may be gone: EPIPE, never SIGPIPE, whatever the process does with that
// signal.
ssize_t write_quietly(int fd, std::string_view text) {
  sigset_t pipe_signal;
  sigset_t before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t count = ::write(fd, text.data(), text.size());
  const int code = errno;
  if (count < 0 && code == EPIPE) {
    const timespec at_once{};
    sigtimedwait(&pipe_signal, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = code;
  return count;
}

int milliseconds_until(steady_clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

std::unexpected<Error> unasked_output() {
  return fail(Error::Code::Unavailable, "wrote more than {} that nobody asked for",
              format_bytes(kMostPending));
}

std::unexpected<Error> endless_line() {
  return fail(Error::Code::Unavailable, "wrote a line of more than {}", format_bytes(kLongestLine));
}

}  // namespace

Result<std::vector<std::string>> split_command(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char open_quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\0') return fail(Error::Code::Parse, "the command {} holds a zero byte", quote(text));
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (open_quote == 0 && space) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (open_quote == 0 && (c == '"' || c == '\'')) {
      open_quote = c;
    } else if (c == open_quote) {
      open_quote = 0;
    } else if (c == '\\' && next != '\0' &&
               (open_quote == 0 || (open_quote == '"' && (next == '"' || next == '\\')))) {
      words.back() += next;
      ++i;
    } else {
      words.back() += c;
    }
  }
  if (open_quote != 0) {
    return fail(Error::Code::Parse, "the quote {} in the command {} is never closed", open_quote,
                quote(text));
  }
  if (words.empty() || words.front().empty()) return fail(Error::Code::Parse, "the command is empty");
  return words;
}

void FileDescriptor::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

StopEvent::StopEvent(const std::stop_token& stop)
    : event_(stop.stop_possible() ? ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1),
      callback_(stop, Signal{event_.get()}) {}

void StopEvent::Signal::operator()() const {
  const std::uint64_t one = 1;
  if (fd >= 0 && ::write(fd, &one, sizeof one) < 0) return;  // only when it is signalled already
}

// The warden waits for the program's group on its input, then for the end of that input, and kills the group.
// PR_SET_PDEATHSIG would not do: it fires when the thread that started the program ends, and it reaches no
// grandchild.
Result<void> Process::start_warden() {
  auto pipe = make_pipe();
  if (!pipe) return std::unexpected(pipe.error());
  static const std::vector<std::string> kWords = {
      "/bin/sh", "-c", R"(read -r group || exit 0; read -r end; kill -s KILL -- "-$group")",
      "turncoat-warden"};
  if (const int code = spawn(kWords, pipe->read.get(), -1, -1, warden_); code != 0) {
    warden_ = -1;
    return fail(Error::Code::Io, "cannot start /bin/sh: {}", system_error(code));
  }
  warden_input_ = std::move(pipe->write);
  return {};
}

Result<std::unique_ptr<Process>> Process::start(const std::vector<std::string>& words) {
  TURNCOAT_CHECK(!words.empty(), "a command has a first word");
  std::unique_ptr<Process> process(new Process);
  if (auto warden = process->start_warden(); !warden) return std::unexpected(warden.error());
  auto in = make_pipe();
  if (!in) return std::unexpected(in.error());
  auto out = make_pipe();
  if (!out) return std::unexpected(out.error());
  auto error = make_pipe();
  if (!error) return std::unexpected(error.error());
  const int code = spawn(words, in->read.get(), out->write.get(), error->write.get(), process->pid_);
  if (code != 0) {
    process->pid_ = -1;
    return fail(code == ENOENT ? Error::Code::NotFound : Error::Code::Io, "cannot start {}: {}",
                quote(words.front()), system_error(code));
  }
  const std::string group = fmt::format("{}\n", process->pid_);
  write_quietly(process->warden_input_.get(), group);  // fits into an empty pipe
  process->input_ = std::move(in->write);
  process->output_ = std::move(out->read);
  process->errors_ = std::move(error->read);
  for (const FileDescriptor* fd : {&process->input_, &process->output_, &process->errors_})
    set_nonblocking(*fd);
  process->handle_ = FileDescriptor(open_pidfd(process->pid_));
  if (!process->handle_.is_open()) {
    return fail(Error::Code::Io, "cannot watch {}: {} (Linux 5.3 or later is needed)", quote(words.front()),
                system_error(errno));
  }
  return process;
}

Process::~Process() {
  stop(kDestructorGrace);
}

void Process::take_output() {
  while (output_.is_open()) {
    const std::size_t before = output_text_.size();
    if (!read_some(output_.get(), output_text_)) output_.close();
    if (output_text_.size() > kMostPending) {
      flooded_ = true;
      output_.close();
    }
    if (output_text_.size() == before) return;
  }
}

void Process::take_errors() {
  // Bounded: a program that writes faster than we read must not keep us here.
  for (int round = 0; round < 16 && errors_.is_open(); ++round) {
    const std::size_t before = error_text_.size();
    if (!read_some(errors_.get(), error_text_)) errors_.close();
    const bool none = error_text_.size() == before;
    if (error_text_.size() > kErrorsKept) error_text_.erase(0, error_text_.size() - kErrorsKept);
    if (none) return;
  }
}

// Waits until the program wrote something, ended or (if asked) can take input, and takes what it wrote.
Result<void> Process::wait(bool for_input, const Patience& patience) {
  std::array<pollfd, 5> fds{{{output_.get(), POLLIN, 0},
                             {errors_.get(), POLLIN, 0},
                             {handle_.get(), POLLIN, 0},
                             {patience.stop_fd, POLLIN, 0},
                             {for_input ? input_.get() : -1, POLLOUT, 0}}};
  const int ready = ::poll(fds.data(), fds.size(), milliseconds_until(patience.deadline));
  if (ready < 0 && errno != EINTR) return fail(Error::Code::Io, "poll: {}", system_error(errno));
  if (fds[3].revents != 0) return fail(Error::Code::Cancelled, "was told to stop");
  // Also when something is ready: a program that keeps writing has no more time than a silent one.
  if (steady_clock::now() >= patience.deadline) return fail(Error::Code::Timeout, "does not answer");
  if (fds[1].revents != 0) take_errors();
  const bool ended = fds[2].revents != 0;
  if (fds[0].revents != 0 || ended) take_output();
  if (ended) {  // a grandchild may hold the other ends open for ever
    output_.close();
    input_.close();
  }
  if (flooded_ && for_input) return unasked_output();
  return {};
}

Result<void> Process::write(std::string_view text, const Patience& patience) {
  while (!text.empty()) {
    if (!input_.is_open()) return fail(Error::Code::Unavailable, "{}", state_text());
    const ssize_t count = write_quietly(input_.get(), text);
    if (count > 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EPIPE) {
      input_.close();
    } else if (errno == EAGAIN) {
      if (auto waited = wait(true, patience); !waited) return waited;
    } else if (errno != EINTR) {
      return fail(Error::Code::Io, "cannot be written to: {}", system_error(errno));
    }
  }
  return {};
}

Result<std::string> Process::read_line(const Patience& patience) {
  for (;;) {
    if (const std::size_t end = output_text_.find('\n'); end != std::string::npos && end <= kLongestLine) {
      std::string line = output_text_.substr(0, end);
      output_text_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (output_text_.size() > kLongestLine) {
      return endless_line();
    }
    if (flooded_) return unasked_output();
    if (!output_.is_open()) return fail(Error::Code::Unavailable, "{}", state_text());
    if (auto waited = wait(false, patience); !waited) return std::unexpected(waited.error());
  }
}

// True when the program has ended within the time; it is not reaped yet, so that its group keeps its number.
bool Process::wait_for_end(nanoseconds time) {
  const auto deadline = steady_clock::now() + time;
  for (;;) {
    // Its output is thrown away meanwhile: a program blocked on a full pipe would not end.
    std::array<pollfd, 3> fds{
        {{handle_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), milliseconds_until(deadline));
    if (fds[0].revents != 0) return true;
    if (fds[1].revents != 0) {
      std::string ignored;
      if (!read_some(output_.get(), ignored)) output_.close();
    }
    if (fds[2].revents != 0) take_errors();
    if ((ready < 0 && errno != EINTR) || steady_clock::now() >= deadline) return false;
  }
}

// Both are killed before either is reaped: until then their numbers cannot belong to somebody else.
void Process::reap() {
  if (pid_ > 0) ::kill(-pid_, SIGKILL);
  if (warden_ > 0) ::kill(warden_, SIGKILL);
  if (warden_ > 0) wait_for_child(warden_);
  if (pid_ > 0) {
    status_ = wait_for_child(pid_);
    take_errors();
  }
  warden_ = -1;
  pid_ = -1;
  input_.close();
  output_.close();
  warden_input_.close();
}

void Process::stop(nanoseconds grace) {
  input_.close();
  if (pid_ > 0 && handle_.is_open() && !wait_for_end(grace)) {
    ::kill(-pid_, SIGTERM);
    wait_for_end(kTermGrace);
  }
  reap();
}

void Process::kill() {
  reap();
}

std::string Process::state_text() {
  if (pid_ > 0) {
    if (output_.is_open() && input_.is_open()) return "is running";
    if (!wait_for_end(kDeathGrace)) return output_.is_open() ? "closed its input" : "closed its output";
    reap();
  }
  if (WIFSIGNALED(status_)) {
    const int number = WTERMSIG(status_);
    const char* name = ::sigdescr_np(number);
    return fmt::format("was killed by signal {} ({})", number, name == nullptr ? "unknown" : name);
  }
  return fmt::format("exited with status {}", WEXITSTATUS(status_));
}

std::string Process::last_error_line() const {
  const auto lines = split(error_text_, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (!trim(*line).empty()) return std::string(trim(*line));
  }
  return {};
}

}  // namespace turncoat::engine
