#include "trainer/convolution.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "nn/winograd.h"

namespace turncoat::trainer {

namespace {

using nn::KernelView;
using nn::Layout;
using nn::WinogradGradient;
using nn::WinogradLayer;
using nn::WinogradScratch;

constexpr auto kLast = at::MemoryFormat::ChannelsLast;
constexpr std::int64_t kFewestPositions = 8;  // worth a thread of their own

template <class Number>
KernelView<Number> view_of(const at::Tensor& weight) {
  return {.data = weight.data_ptr<float>(),
          .out = weight.stride(0),
          .in = weight.stride(1),
          .row = weight.stride(2),
          .column = weight.stride(3)};
}

std::size_t dim(const at::Tensor& tensor, std::int64_t which) {
  return static_cast<std::size_t>(tensor.size(which));
}

// Numbers of one position.
std::int64_t stride_of(const at::Tensor& x) {
  return x.size(1) * x.size(2) * x.size(3);
}

at::Tensor convolved(const at::Tensor& x, const WinogradLayer& layer) {
  at::Tensor to = at::empty({x.size(0), static_cast<std::int64_t>(layer.out()), x.size(2), x.size(3)},
                            x.options().memory_format(kLast));
  const float* from = x.data_ptr<float>();
  float* result = to.data_ptr<float>();
  at::parallel_for(0, x.size(0), kFewestPositions, [&](std::int64_t begin, std::int64_t end) {
    WinogradScratch scratch(std::max(layer.in(), layer.out()));
    convolve(layer,
             {.from = from + begin * stride_of(x),
              .to = result + begin * stride_of(to),
              .size = static_cast<int>(x.size(2)),
              .positions = static_cast<std::size_t>(end - begin),
              .layout = Layout::ChannelsLast},
             scratch);
  });
  return to;
}

at::Tensor weight_gradient(const at::Tensor& x, const at::Tensor& slope, const at::Tensor& weight) {
  const std::size_t in = dim(x, 1);
  const std::size_t out = dim(slope, 1);
  // One sum for each share of the batch, added up in order: the result depends on the number of threads, but
  // not on which of them is faster.
  const std::int64_t shares =
      std::clamp<std::int64_t>(x.size(0) / kFewestPositions, 1, at::get_num_threads());
  std::vector<std::unique_ptr<WinogradGradient>> sums(static_cast<std::size_t>(shares));
  const float* input = x.data_ptr<float>();
  const float* gradient = slope.data_ptr<float>();
  at::parallel_for(0, shares, 1, [&](std::int64_t first, std::int64_t last) {
    WinogradScratch scratch(std::max(in, out));
    for (std::int64_t share = first; share < last; ++share) {
      const std::int64_t begin = share * x.size(0) / shares;
      const std::int64_t end = (share + 1) * x.size(0) / shares;
      auto sum = std::make_unique<WinogradGradient>(in, out);
      sum->add({.input = input + begin * stride_of(x),
                .gradient = gradient + begin * stride_of(slope),
                .size = static_cast<int>(x.size(2)),
                .positions = static_cast<std::size_t>(end - begin),
                .layout = Layout::ChannelsLast},
               scratch);
      sums[static_cast<std::size_t>(share)] = std::move(sum);
    }
  });
  for (std::size_t i = 1; i < sums.size(); ++i) sums[0]->add(*sums[i]);
  at::Tensor result = at::empty_like(weight);
  sums[0]->write(view_of<float>(result));
  return result;
}

struct Convolution : torch::autograd::Function<Convolution> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& weight) {
    const at::Tensor input = x.contiguous(kLast);
    context->save_for_backward({input, weight});
    return convolved(input, WinogradLayer(view_of<const float>(weight), dim(weight, 1), dim(weight, 0), {}));
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const torch::autograd::variable_list saved = context->get_saved_variables();
    const at::Tensor slope = gradients[0].contiguous(kLast);
    const at::Tensor& weight = saved[1];
    const WinogradLayer back(view_of<const float>(weight).backward(), dim(weight, 0), dim(weight, 1), {});
    return {convolved(slope, back), weight_gradient(saved[0], slope, weight)};
  }
};

}  // namespace

bool has_fast_convolution(const at::Tensor& weight) {
  const auto whole = [](std::int64_t channels) {
    return channels % static_cast<std::int64_t>(nn::kLanes) == 0;
  };
  return weight.dim() == 4 && weight.size(2) == 3 && whole(weight.size(0)) && whole(weight.size(1)) &&
         nn::winograd_supported();
}

at::Tensor fast_convolution(const at::Tensor& x, const at::Tensor& weight) {
  return Convolution::apply(x, weight);
}

}  // namespace turncoat::trainer
