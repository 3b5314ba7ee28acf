/* Verifies a firmware container of Swath (docs/firmware-format.md) and, with the encryption key, extracts the build.
   One file of C99 with libcrypto of OpenSSL 1.1.1 or later:   cc -std=c99 -O2 -o verify verify.c -lcrypto
   ./verify FILE PUBLIC-KEY.pem [ENCRYPTION-KEY-HEX [BUILD]]
   Exit code 0: verified; 1: refused, with the reason; 2: wrong arguments. It holds one chunk in memory. */
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 256, TAG = 16, SIGNATURE = 64, PURPOSE = 16, DIGEST = 32 };
static const unsigned char purpose[] = "swath-firmware-1";
static char unverified[4096];

static int refuse(const char *reason) {
  if (unverified[0]) remove(unverified);
  printf("refused: %s\n", reason);
  return 1;
}

static uint64_t number(const unsigned char *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | at[i];
  return value;
}

static int unhex(const char *text, unsigned char *into, size_t bytes) {
  if (strlen(text) != bytes * 2) return 0;
  for (size_t i = 0; i < bytes; i++) {
    unsigned int byte;
    if (sscanf(text + i * 2, "%2x", &byte) != 1) return 0;
    into[i] = (unsigned char)byte;
  }
  return 1;
}

/* Decrypts a chunk, which is authenticated with the header and its index; 0: it is invalid. */
static int open_chunk(const unsigned char *key, const unsigned char *header, uint32_t index, unsigned char *chunk, int bytes,
                      unsigned char *plain) {
  unsigned char nonce[12] = {0};
  int length = 0, last = 0;
  nonce[8] = (unsigned char)(index >> 24), nonce[9] = (unsigned char)(index >> 16);
  nonce[10] = (unsigned char)(index >> 8), nonce[11] = (unsigned char)index;
  EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
  int good = cipher && EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
             EVP_DecryptUpdate(cipher, NULL, &length, header, HEADER) == 1 &&
             EVP_DecryptUpdate(cipher, NULL, &length, nonce + 8, 4) == 1 &&
             EVP_DecryptUpdate(cipher, plain, &length, chunk, bytes) == 1 &&
             EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, TAG, chunk + bytes) == 1 &&
             EVP_DecryptFinal_ex(cipher, plain + length, &last) == 1;
  EVP_CIPHER_CTX_free(cipher);
  return good;
}

int main(int count, char **given) {
  if (count < 3 || count > 5) {
    fprintf(stderr, "Usage: verify FILE PUBLIC-KEY.pem [ENCRYPTION-KEY-HEX [BUILD]]\n");
    return 2;
  }
  FILE *file = fopen(given[1], "rb"), *key_file = fopen(given[2], "r");
  EVP_PKEY *key = key_file ? PEM_read_PUBKEY(key_file, NULL, NULL, NULL) : NULL;
  unsigned char raw[32], encryption_key[32], file_key[DIGEST];
  size_t raw_bytes = sizeof raw;
  if (!file || !key || EVP_PKEY_get_raw_public_key(key, raw, &raw_bytes) != 1 || raw_bytes != sizeof raw ||
      (count > 3 && !unhex(given[3], encryption_key, sizeof encryption_key))) {
    fprintf(stderr, "The file or a key cannot be read\n");
    return 2;
  }

  unsigned char header[HEADER], digest[DIGEST];
  if (fread(header, 1, HEADER, file) != HEADER || memcmp(header, "SWATHFW1", 8) != 0) return refuse("not a firmware container");
  uint64_t chunk_bytes = number(header + 12, 4), build_bytes = number(header + 16, 8), chunks = number(header + 24, 4);
  if (number(header + 8, 2) != HEADER || chunk_bytes < 4096 || chunk_bytes > 16777216 || build_bytes < 1 ||
      build_bytes > 268435456 || chunks != (build_bytes + chunk_bytes - 1) / chunk_bytes)
    return refuse("its header is wrong");
  fseek(file, 0, SEEK_END);
  if ((uint64_t)ftell(file) != HEADER + build_bytes + chunks * TAG + SIGNATURE) return refuse("its length is wrong");
  fseek(file, HEADER, SEEK_SET);
  EVP_Digest(raw, sizeof raw, digest, NULL, EVP_sha256(), NULL);
  if (memcmp(digest, header + 48, 8) != 0) return refuse("it names another key");

  if (count > 3) {
    unsigned char message[PURPOSE + 16];
    memcpy(message, purpose, PURPOSE);
    memcpy(message + PURPOSE, header + 64, 16);
    HMAC(EVP_sha256(), encryption_key, sizeof encryption_key, message, sizeof message, file_key, NULL);
  }
  /* Named so that a build whose signature is not verified yet cannot be taken for a valid one. */
  FILE *build = NULL;
  if (count > 4) {
    snprintf(unverified, sizeof unverified, "%s.unverified", given[4]);
    if (!(build = fopen(unverified, "wb"))) return refuse("the build cannot be written");
  }
  EVP_MD_CTX *signed_hash = EVP_MD_CTX_new(), *plain_hash = EVP_MD_CTX_new();
  unsigned char *chunk = malloc(chunk_bytes + TAG), *plain = malloc(chunk_bytes + TAG);
  if (!signed_hash || !plain_hash || !chunk || !plain) return refuse("there is no memory");
  EVP_DigestInit_ex(signed_hash, EVP_sha256(), NULL);
  EVP_DigestInit_ex(plain_hash, EVP_sha256(), NULL);
  EVP_DigestUpdate(signed_hash, header, HEADER);
  uint64_t left = build_bytes;
  for (uint64_t index = 0; index < chunks; index++) {
    size_t bytes = (size_t)(left < chunk_bytes ? left : chunk_bytes);
    left -= bytes;
    if (fread(chunk, 1, bytes + TAG, file) != bytes + TAG) return refuse("it is too short");
    EVP_DigestUpdate(signed_hash, chunk, bytes + TAG);
    if (count < 4) continue;
    if (!open_chunk(file_key, header, (uint32_t)index, chunk, (int)bytes, plain)) return refuse("a chunk is wrong");
    EVP_DigestUpdate(plain_hash, plain, bytes);
    if (build && fwrite(plain, 1, bytes, build) != bytes) return refuse("the build cannot be written");
  }

  unsigned char message[PURPOSE + DIGEST], signature[SIGNATURE];
  memcpy(message, purpose, PURPOSE);
  EVP_DigestFinal_ex(signed_hash, message + PURPOSE, NULL);
  EVP_MD_CTX *verifier = EVP_MD_CTX_new();
  if (fread(signature, 1, SIGNATURE, file) != SIGNATURE || !verifier ||
      EVP_DigestVerifyInit(verifier, NULL, NULL, NULL, key) != 1 ||
      EVP_DigestVerify(verifier, signature, SIGNATURE, message, sizeof message) != 1)
    return refuse("its signature is wrong");
  EVP_DigestFinal_ex(plain_hash, digest, NULL);
  if (count > 3 && CRYPTO_memcmp(digest, header + 96, DIGEST) != 0) return refuse("its content is wrong");
  if (build && (fclose(build) != 0 || rename(unverified, given[4]) != 0)) return refuse("the build cannot be written");
  printf("verified: %.24s %.32s, %llu bytes%s\n", header + 128, header + 152, (unsigned long long)build_bytes,
         count > 3 ? "" : ", not decrypted");
  return 0;
}
