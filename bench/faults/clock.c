// Shifts the clock of a program, for LD_PRELOAD: the file named by SWATH_BENCH_CLOCK holds the shift
// in milliseconds, 8 bytes. Times since the start (CLOCK_MONOTONIC) stay right, as on a machine whose
// clock is set.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *shift_ms;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void prepare(void) {
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("SWATH_BENCH_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *shift_ms, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) shift_ms = mapped;
}

int clock_gettime(clockid_t id, struct timespec *now) {
  if (!real_clock_gettime) prepare();
  int failed = real_clock_gettime(id, now);
  if (failed || !shift_ms || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return failed;
  int64_t ns = now->tv_nsec + *shift_ms % 1000 * 1000000;
  now->tv_sec += *shift_ms / 1000;
  if (ns < 0) { ns += 1000000000; now->tv_sec--; }
  if (ns >= 1000000000) { ns -= 1000000000; now->tv_sec++; }
  now->tv_nsec = ns;
  return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  int failed = clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return failed;
}

time_t time(time_t *into) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (into) *into = exact.tv_sec;
  return exact.tv_sec;
}
